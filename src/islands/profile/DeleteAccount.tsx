import { useId } from 'react';
import { deletes, deletion as text } from '#text/my-data.ts';
import { consequences } from '../../lib/domain/my-data.ts';
import { routes } from '../../lib/routes.ts';
import { $aboutMe, $deletion, type Deletion, deleteMyAccount } from '../../lib/state/my-data.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $person } from '../../lib/state/session/session.ts';
import { Address } from '../ui/Address.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';
import styles from './DeleteAccount.module.css';

const TITLES: Record<Deletion['step'], string> = {
  closed: '',
  reading: text.question,
  deciding: text.sure,
  deleting: text.sure,
  failed: text.sure,
  done: text.done,
};

const read = () => $deletion.set({ step: 'reading' });
const decide = () => $deletion.set({ step: 'deciding' });
const close = () => $deletion.set({ step: 'closed' });

/** In two steps: what it means, then the deletion (docs/product.md#deleting-the-account). */
export function DeleteAccount() {
  const deletion = useValue($deletion);
  const { step } = deletion;
  const textId = useId();
  return (
    <>
      <Button rank="plain" wide aria-haspopup="dialog" onClick={read}>
        {text.open}
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
  /** The id of what is read out with the title. */
  textId: string;
}

function Consequences({ textId }: StepProps) {
  const about = shownValue(useValue($aboutMe));
  return (
    <>
      <ul className={styles.list} id={textId}>
        {consequences(about).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <p>{text.copyFirst}</p>
      <Button wide onClick={close}>
        {text.keep}
      </Button>
      <Button rank="plain" wide onClick={decide}>
        {text.goOn}
      </Button>
    </>
  );
}

function Decision({ deletion, textId }: StepProps & { deletion: Deletion }) {
  const person = useValue($person);
  const isDeleting = deletion.step === 'deleting';
  return (
    <>
      <p id={textId}>{deletes(<Address key="whose" of={person?.email ?? text.thisGuest} />)}</p>
      {deletion.step === 'failed' && <Banner tone="error">{deletion.message}</Banner>}
      <p role="status" className={styles.said}>
        {isDeleting && text.deleting}
      </p>
      {/* In the opposite order from before: a second tap in the same place keeps the account. */}
      <Button
        rank="plain"
        wide
        className={styles.danger}
        aria-disabled={isDeleting}
        onClick={() => void deleteMyAccount()}
      >
        {text.deed}
      </Button>
      <Button rank="second" wide disabled={isDeleting} onClick={close}>
        {text.keep}
      </Button>
    </>
  );
}

function Farewell({ textId }: StepProps) {
  return (
    <>
      <p id={textId}>{text.farewell}</p>
      <ButtonLink wide href={routes.splash.path}>
        {text.close}
      </ButtonLink>
    </>
  );
}
