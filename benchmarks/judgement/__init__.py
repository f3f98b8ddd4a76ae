"""The scorecard of what is told: what matters, in few words, first things first; on labelled mail, one part to tune on, one to test on."""
