"""What is said before a question is put once more: why the answer to it did not count. In a few words, and never as a reproach."""

WE_BOTH_SPOKE = "We spoke at the same time, so once more."
SOMETHING_CAME_BETWEEN = "Something came in between, so once more."
NOT_FINISHED = "I had not finished, so once more."
A_WHILE_AGO = "I asked that a while ago, so once more."
LINE_WAS_GONE = "The line was gone in between, so once more."
IT_CHANGED = "It has changed since I asked."
