import * as Popover from "@radix-ui/react-popover";
import { Settings2 } from "lucide-react";
import type { Me, Server } from "../api";
import type { Press } from "../board/DraftPane";
import type { LikesOnBoard, VoiceOnBoard, VoiceWish } from "../board/message";
import { AccountList } from "./AccountList";
import { ByMail } from "./ByMail";
import { HowTold } from "./HowTold";
import { useMailWishes, useWhatMatters } from "./kept";
import { set, useSettings } from "./settings";
import { SoundChoice } from "./SoundChoice";
import { TokenList } from "./TokenList";
import { Toggle } from "./Toggle";
import { VoiceChoice } from "./VoiceChoice";
import { WhatMatters } from "./WhatMatters";
import { WhereAndWhen } from "./WhereAndWhen";

interface Props {
  me: Me;
  server: Server;
  /** Absent in the demo, where nobody signs in. */
  signOut: (() => void) | undefined;
  /** How Aloud speaks; none where there is no call, or nothing to choose. */
  voice?: VoiceOnBoard | null;
  /** How the user is told; none where there is no call. */
  likes?: LikesOnBoard | null;
  sound?: (wish: VoiceWish) => Promise<string>;
  press?: Press;
  /** Listens with the microphone that is chosen now; none where it does not listen. */
  listens?: (() => void) | undefined;
}

/** Accounts, how Aloud speaks, and what can be set for this browser. */
export function SettingsMenu({ me, server, signOut, voice, likes, sound, press, listens }: Props) {
  const now = useSettings();
  const byMail = useMailWishes(server);
  const matters = useWhatMatters(server);
  return (
    <Popover.Root>
      <Popover.Trigger className="quiet-button">
        <Settings2 aria-hidden size={18} />
        Settings
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu" align="end" sideOffset={8} collisionPadding={12} aria-label="Settings">
          <AccountList known={me.accounts} server={server} />
          {voice && sound && <VoiceChoice now={voice} sound={sound} />}
          {likes && sound && press && <HowTold now={likes} wish={sound} press={press} />}
          {likes && sound && <WhereAndWhen now={likes} wish={sound} />}
          <WhatMatters server={server} kept={matters} heed={sound && (() => void sound({ heeds: true }))} />
          <ByMail server={server} kept={byMail} accounts={me.accounts} />
          <TokenList server={server.team} />
          <h2 className="menu-title">This browser</h2>
          <SoundChoice listens={listens} />
          <div className="by-key">
            <Toggle
              label="Single-key shortcuts"
              hint="N for next, A for archive, and so on"
              on={now.shortcuts}
              change={(shortcuts) => set({ shortcuts })}
            />
          </div>
          <Toggle label="Announce captions" hint="to a screen reader" on={now.announce} change={(announce) => set({ announce })} />
          <Toggle
            label="Clean up my sound"
            hint="echo and noise; from the next time the microphone is turned on"
            on={now.cleanSound}
            change={(cleanSound) => set({ cleanSound })}
          />
          {signOut && (
            <button type="button" className="plain-button menu-end" onClick={signOut}>
              Sign out
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
