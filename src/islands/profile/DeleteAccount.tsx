import { useId, useState } from 'react';
import { consequences } from '../../lib/domain/my-data.ts';
import { routes } from '../../lib/routes.ts';
import {
  $aboutMe,
  $deletion,
  type Deletion,
  deleteMyAccount,
  forgetDeletion,
} from '../../lib/state/my-data.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $person } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';
import styles from './DeleteAccount.module.css';

const TITLES = {
  reading: 'Delete your account?',
  deciding: 'Are you sure?',
  done: 'Your account is deleted',
} as const;

/** In two steps: what it means, then the deed (docs/product.md#deleting-the-account). */
export function DeleteAccount() {
  const [step, setStep] = useState<'closed' | 'reading' | 'deciding'>('closed');
  const deletion = useValue($deletion);
  const textId = useId();
  const close = () => {
    setStep('closed');
    forgetDeletion();
  };
  const shown = deletion.step === 'done' ? 'done' : step;
  return (
    <>
      <Button rank="plain" wide aria-haspopup="dialog" onClick={() => setStep('reading')}>
        Delete my account
      </Button>
      <Modal
        open={shown !== 'closed'}
        onClose={close}
        title={shown === 'closed' ? '' : TITLES[shown]}
        closable={deletion.step !== 'deleting' && shown !== 'done'}
        describedBy={textId}
      >
        <div className={styles.step} id={textId}>
          {shown === 'reading' && (
            <Consequences onKeep={close} onGoOn={() => setStep('deciding')} />
          )}
          {shown === 'deciding' && <Decision deletion={deletion} onKeep={close} />}
          {shown === 'done' && <Farewell />}
        </div>
      </Modal>
    </>
  );
}

function Consequences({ onKeep, onGoOn }: { onKeep: () => void; onGoOn: () => void }) {
  const about = shownValue(useValue($aboutMe));
  return (
    <>
      <ul className={styles.list}>
        {consequences(about).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>If you want a copy, download your data first.</p>
      <Button wide onClick={onKeep}>
        Keep my account
      </Button>
      <Button rank="plain" wide onClick={onGoOn}>
        Continue
      </Button>
    </>
  );
}

interface DecisionProps {
  deletion: Deletion;
  onKeep: () => void;
}

function Decision({ deletion, onKeep }: DecisionProps) {
  const person = useValue($person);
  const isDeleting = deletion.step === 'deleting';
  return (
    <>
      <p data-lines="6">
        This deletes the account of <bdi>{person?.email ?? 'this guest'}</bdi> with all its stamps,
        now and for good.
      </p>
      {deletion.step === 'failed' && <Banner tone="error">{deletion.message}</Banner>}
      <p role="status" className={styles.said}>
        {isDeleting && 'Deleting…'}
      </p>
      {/* The other way round than before: a second tap in the same place keeps the account. */}
      <button
        type="button"
        className={styles.danger}
        aria-disabled={isDeleting}
        onClick={() => void deleteMyAccount()}
      >
        Delete for good
      </button>
      <Button rank="second" wide disabled={isDeleting} onClick={onKeep}>
        Keep my account
      </Button>
    </>
  );
}

function Farewell() {
  return (
    <>
      <p>
        Nothing of you is left on this device, and your stamps are gone from our servers. Thank you
        for collecting with us.
      </p>
      <ButtonLink wide href={routes.splash.path}>
        Done
      </ButtonLink>
    </>
  );
}
