import { useId } from 'react';
import { close } from '#text/common.ts';
import * as text from '#text/missing-stamp.ts';
import { missingStamp } from '#text/store.ts';
import type { Store } from '../../lib/domain/entities.ts';
import { $now } from '../../lib/state/clock.ts';
import { copyFacts, missingStampFacts } from '../../lib/state/missing-stamp.ts';
import { $person } from '../../lib/state/session/session.ts';
import type { Progress } from '../../lib/state/store.ts';
import { Facts } from '../cards/Facts.tsx';
import { ShowMyCode } from '../shell/ShowMyCode.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useSaid } from '../ui/use-said.ts';
import { useValue } from '../use-value.ts';
import styles from './MissingStampSheet.module.css';

interface ContentProps {
  store: Store;
  progress: Progress;
  onClose: () => void;
}

/** What to show the store, filled in; nothing of it is sent (docs/product.md#store). */
export function MissingStampSheet({ open, ...rest }: ContentProps & { open: boolean }) {
  const hintId = useId();
  return (
    <Modal open={open} onClose={rest.onClose} title={missingStamp} describedBy={hintId}>
      <p id={hintId}>{text.hint}</p>
      <Content {...rest} />
    </Modal>
  );
}

function Content({ store, progress, onClose }: ContentProps) {
  const person = useValue($person);
  const now = useValue($now);
  const [said, say] = useSaid();
  if (person === null || now === null) return null;
  const facts = missingStampFacts(person, store, progress, now);
  return (
    <div className={styles.content}>
      <Facts
        facts={facts.map(({ term, value }) => ({
          term,
          value: (
            <p data-lines="3" dir="auto">
              <Address of={value} />
            </p>
          ),
        }))}
      />
      <div className={styles.actions}>
        <ShowMyCode />
        <Button rank="second" onClick={() => say(copyFacts(facts))}>
          {text.copy}
        </Button>
        <Button rank="plain" onClick={onClose}>
          {close}
        </Button>
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}
