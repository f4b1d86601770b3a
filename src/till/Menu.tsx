import { type SubmitEvent, useState } from 'react';
import * as common from '#text/common.ts';
import * as text from '#text/till.ts';
import * as log from '#text/till-log.ts';
import { Address } from '../islands/ui/Address.tsx';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { Modal } from '../islands/ui/Modal.tsx';
import { useValue } from '../islands/use-value.ts';
import type { TillStore } from './backend.ts';
import { decodePicture, NoDecoder } from './decode.ts';
import { Log } from './Log.tsx';
import menu from './Menu.module.css';
import { $serving, scanned, unreadable } from './serving.ts';
import { changeStore, type Member, signOut } from './session.ts';
import { $switches, turn } from './signals.ts';
import styles from './till.module.css';

export interface MenuProps {
  member: Member;
  store: TillStore;
  onClose: () => void;
}

/** Everything but the next customer: loaded behind the camera. */
export function Menu({ member, store, onClose }: MenuProps) {
  const [isLog, setLog] = useState(false);
  const serving = useValue($serving);
  return (
    <Modal onClose={onClose} open title={isLog ? log.logTitle(store.name) : text.menu}>
      {isLog ? (
        <>
          <Log member={member} store={store} />
          <Button onClick={() => setLog(false)} rank="plain" wide>
            {text.back}
          </Button>
        </>
      ) : (
        <div className={styles.form}>
          <Button onClick={() => setLog(true)} rank="second" wide>
            {text.log}
          </Button>
          {serving.step === 'scanning' && (
            <>
              {serving.problem !== null && <Banner tone="error">{serving.problem}</Banner>}
              <OtherWays />
            </>
          )}
          <div className={styles.row}>
            <Switch label={text.sound} name="sound" />
            <Switch label={text.vibration} name="vibration" />
          </div>
          <div className={styles.row}>
            <Button onClick={changeStore} rank="plain">
              {text.changeStore}
            </Button>
            <Button onClick={() => void signOut()} rank="plain">
              {text.signOut}
            </Button>
          </div>
          <p className={styles.hint}>
            <Address of={member.email} />
          </p>
        </div>
      )}
      <Button onClick={onClose} wide>
        {common.close}
      </Button>
    </Modal>
  );
}

function Switch({ label, name }: { label: string; name: keyof typeof $switches }) {
  const $isOn = $switches[name];
  return $isOn && <SwitchOf $isOn={$isOn} label={label} name={name} />;
}

function SwitchOf({
  label,
  name,
  $isOn,
}: Parameters<typeof Switch>[0] & { $isOn: NonNullable<(typeof $switches)['sound']> }) {
  const isOn = useValue($isOn);
  return (
    <label className={menu.switch}>
      <input checked={isOn} onChange={() => turn(name, !isOn)} type="checkbox" />
      {label}
    </label>
  );
}

/** A picture, or what another scanner has read. */
export function OtherWays() {
  const [content, setContent] = useState('');
  const [isReading, setReading] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    // Cleared in between, so that the same refusal is announced again.
    unreadable(null);
    await Promise.resolve();
    scanned(content);
  };
  return (
    <>
      <label htmlFor="picture">{text.pictureLabel}</label>
      <input
        accept="image/*"
        id="picture"
        onChange={async ({ target }) => {
          const [picture] = target.files ?? [];
          if (!picture) return;
          unreadable(null);
          setReading(true);
          const found = await decodePicture(picture).catch((thrown) =>
            thrown instanceof NoDecoder ? thrown : null,
          );
          // The same picture may be chosen again.
          target.value = '';
          setReading(false);
          if (found instanceof NoDecoder) unreadable(text.noDecoder);
          else scanned(found);
        }}
        type="file"
      />
      <p role="status">{isReading ? text.readingPicture : ''}</p>
      <form className={styles.form} onSubmit={onSubmit}>
        <label htmlFor="content">{text.contentLabel}</label>
        <div className={styles.row}>
          <textarea
            className={menu.content}
            id="content"
            onChange={({ target }) => setContent(target.value)}
            rows={1}
            spellCheck={false}
            value={content}
          />
          <Button rank="second" type="submit">
            {text.readContent}
          </Button>
        </div>
      </form>
    </>
  );
}
