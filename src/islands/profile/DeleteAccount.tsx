import { useId } from 'react';
import { consequences } from '../../lib/domain/my-data.ts';
import { routes } from '../../lib/routes.ts';
import { $aboutMe, $deletion, type Deletion, deleteMyAccount } from '../../lib/state/my-data.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $person } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';
import styles from './DeleteAccount.module.css';

const TITLES: Record<Deletion['step'], string> = {
  closed: '',
  reading: 'Delete your account?',
  deciding: 'Are you sure?',
  deleting: 'Are you sure?',
  failed: 'Are you sure?',
  done: 'Your account is deleted',
};

const read = () => $deletion.set({ step: 'reading' });
const decide = () => $deletion.set({ step: 'deciding' });
const close = () => $deletion.set({ step: 'closed' });

/** In two steps: what it means, then the deed (docs/product.md#deleting-the-account). */
export function DeleteAccount() {
  const deletion = useValue($deletion);
  const { step } = deletion;
  const textId = useId();
  return (
    <>
      <Button rank="plain" wide aria-haspopup="dialog" onClick={read}>
        Delete my account
      </Button>
      <Modal
        open={step !== 'closed'}
        onClose={close}
        title={TITLES[step]}
        closable={step !== 'deleting' && step !== 'done'}
        describedBy={textId}
      >
        <div className={styles.step}>
          {step === 'reading' && <Consequences textId={textId} />}
          {step === 'done' && <Farewell textId={textId} />}
          {TITLES[step] === TITLES.deciding && <Decision deletion={deletion} textId={textId} />}
        </div>
      </Modal>
    </>
  );
}

interface StepProps {
  /** Of what is read out with the title. */
  textId: string;
}

function Consequences({ textId }: StepProps) {
  const about = shownValue(useValue($aboutMe));
  return (
    <>
      <ul className={styles.list} id={textId}>
        {consequences(about).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>If you want a copy, download your data first.</p>
      <Button wide onClick={close}>
        Keep my account
      </Button>
      <Button rank="plain" wide onClick={decide}>
        Continue
      </Button>
    </>
  );
}

function Decision({ deletion, textId }: StepProps & { deletion: Deletion }) {
  const person = useValue($person);
  const isDeleting = deletion.step === 'deleting';
  return (
    <>
      <p data-lines="6" id={textId}>
        This deletes the account of <bdi>{person?.email ?? 'this guest'}</bdi> with all its stamps,
        now and for good.
      </p>
      {deletion.step === 'failed' && <Banner tone="error">{deletion.message}</Banner>}
      <p role="status" className={styles.said}>
        {isDeleting && 'Deleting…'}
      </p>
      {/* The other way round than before: a second tap in the same place keeps the account. */}
      <Button
        rank="plain"
        wide
        className={styles.danger}
        aria-disabled={isDeleting}
        onClick={() => void deleteMyAccount()}
      >
        Delete for good
      </Button>
      <Button rank="second" wide disabled={isDeleting} onClick={close}>
        Keep my account
      </Button>
    </>
  );
}

function Farewell({ textId }: StepProps) {
  return (
    <>
      <p id={textId}>
        Nothing of you is left on this device, and your stamps are gone from our servers. Thank you
        for collecting with us.
      </p>
      <ButtonLink wide href={routes.splash.path}>
        Done
      </ButtonLink>
    </>
  );
}
