import { useEffect, useId, useRef } from 'react';
import { scanTitle } from '#text/codes.ts';
import { isOnHomeScreenOfIos } from '../../lib/platform/install-prompt.ts';
import { followWayBack } from '../../lib/platform/way-back.ts';
import { $landing, dismissLanding } from '../../lib/state/codes/landing.ts';
import { followTillsOnline } from '../../lib/state/codes/scan-watch.ts';
import {
  $stampCode,
  announceMissedStamps,
  closeStampCode,
} from '../../lib/state/codes/stamp-code.ts';
import { keepReminders } from '../../lib/state/keep-reminders.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Modal } from '../ui/Modal.tsx';
import { useModalCount } from '../ui/open-modals.ts';
import { useValue } from '../use-value.ts';
import { ScanQrContent } from './ScanQrContent.tsx';
import { LandingText, landingTitle, StampLandedContent } from './StampLandedContent.tsx';

const pullToRefresh = onDemand(() => import('./PullToRefresh.tsx'));

function PullToRefresh() {
  const state = useValue(pullToRefresh.$state);
  return state.status === 'ready' && <state.module.PullToRefresh />;
}

/**
 * What the QR button opens; loads after the screen. It is one sheet, in which the stamp that lands
 * replaces the code. A stamp that is announced later waits until no other modal is open.
 */
export function CustomerSheets() {
  const code = useValue($stampCode);
  const waiting = useValue($landing);
  const modals = useModalCount();
  const wasOpen = useRef(false);
  const textId = useId();
  const landing = wasOpen.current || modals === 0 ? waiting : null;
  const isOpen = code.open || landing !== null;

  useEffect(() => void announceMissedStamps(), []);
  useEffect(followTillsOnline, []);
  useEffect(keepReminders, []);
  useEffect(followWayBack, []);
  useEffect(() => {
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      <Modal
        open={isOpen}
        onClose={landing ? dismissLanding : closeStampCode}
        title={landing ? landingTitle(landing) : scanTitle}
        describedBy={textId}
      >
        <LandingText id={textId} landing={landing} />
        {landing ? (
          <StampLandedContent key={landing.storeId} landing={landing} />
        ) : (
          code.open && <ScanQrContent code={code} />
        )}
      </Modal>
      {isOnHomeScreenOfIos() && <PullToRefresh />}
    </>
  );
}
