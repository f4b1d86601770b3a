import { type SubmitEvent, useId, useState } from 'react';
import * as text from '#text/own-name.ts';
import { ownName } from '../../lib/domain/display-name.ts';
import type { Person } from '../../lib/domain/entities.ts';
import { NAME_CHARACTERS } from '../../lib/domain/limits.ts';
import { changeName, skipName } from '../../lib/state/own-name.ts';
import { Button, handFocusOn } from '../ui/Button.tsx';
import styles from './OwnName.module.css';

interface Props {
  person: Person;
  /** The customer did not ask for it, so it can be skipped. */
  skippable?: boolean;
}

/** 'What should stores call you?' (docs/product.md#profile) */
export function OwnName({ person, skippable = false }: Props) {
  const name = ownName(person);
  const [typed, setTyped] = useState(name);
  const [known, setKnown] = useState(name);
  /** What became of a save, and of which name. */
  const [said, setSaid] = useState({ name, text: '' });
  const [busy, setBusy] = useState(false);
  const hint = useId();

  // It may have been saved on another screen, while this one was kept out of sight.
  if (known !== name) {
    setKnown(name);
    if (typed === known) setTyped(name);
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (skippable && typed.trim() === '') {
      skipName();
      return;
    }
    setBusy(true);
    setSaid({ name: typed, text: '' });
    setSaid({ name: typed, text: await changeName(typed) });
    setBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <label className={styles.field}>
        <span className={styles.label}>{text.ask}</span>
        <input
          aria-describedby={hint}
          autoCapitalize="words"
          autoComplete="name"
          autoCorrect="off"
          dir="auto"
          maxLength={NAME_CHARACTERS}
          name="name"
          onChange={(event) => setTyped(event.target.value)}
          // Where the name is asked for only once, Enter makes the question go away.
          ref={handFocusOn}
          spellCheck={false}
          value={typed}
        />
      </label>
      <p className={styles.hint} id={hint}>
        {text.where} {person.email !== null && text.blank}
      </p>
      <div className={styles.buttons}>
        <Button aria-disabled={busy} rank="second" type="submit">
          {text.save}
        </Button>
        {skippable && (
          <Button onClick={skipName} rank="plain">
            {text.skip}
          </Button>
        )}
        <p className={styles.said} role="status">
          {typed === said.name && said.text}
        </p>
      </div>
    </form>
  );
}
