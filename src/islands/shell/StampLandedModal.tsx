import { initial } from '../../lib/domain/placeholder.ts';
import { remainingStamps } from '../../lib/domain/stamp-goal.ts';
import { rewardsPath } from '../../lib/routes.ts';
import { dismissLanding, type Landing } from '../../lib/state/codes/stamp-code.ts';
import { NewSeal } from '../cards/NewSeal.tsx';
import { StampSlots } from '../cards/StampSlots.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import styles from './StampLandedModal.module.css';

/** The stamp that has just been given, pressed onto the card (docs/product.md#at-the-till). */
export function StampLandedModal({ landing }: { landing: Landing | null }) {
  const title = landing && landing.given > 1 ? 'Stamps collected!' : 'Stamp collected!';
  return (
    <Modal open={landing !== null} onClose={dismissLanding} title={title} kind="sheet">
      {landing && (
        <>
          <div className={styles.seal}>
            <NewSeal
              initial={initial(landing.stamp.storeName)}
              seed={landing.stamp.storeId}
              total={landing.total}
              goal={landing.goal}
            />
          </div>
          <div className={styles.sheet}>
            <p className={styles.where} role="status">
              <bdi>{landing.stamp.storeName}</bdi> · {landing.total} of {landing.goal}
            </p>
            <StampSlots
              total={landing.total}
              goal={landing.goal}
              initial={initial(landing.stamp.storeName)}
              seed={landing.stamp.storeId}
              pressed={landing.total - landing.given}
            />
            {remainingStamps(landing.total, landing.goal) === 0 && (
              <ButtonLink rank="second" wide href={rewardsPath(landing.stamp.storeId)}>
                See your rewards
              </ButtonLink>
            )}
            <Button wide onClick={dismissLanding}>
              Keep going
            </Button>
            <InstallOffer />
          </div>
        </>
      )}
    </Modal>
  );
}
