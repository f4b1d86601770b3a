import { redeemThe } from '#text/cards.ts';
import * as text from '#text/codes.ts';
import { close } from '#text/common.ts';
import { ask } from '#text/own-name.ts';
import { ownName } from '../../lib/domain/display-name.ts';
import { redeemPath, routes } from '../../lib/routes.ts';
import {
  closeStampCode,
  refreshStampCode,
  resumeStampCode,
  type StampCode,
} from '../../lib/state/codes/stamp-code.ts';
import { $readyCard } from '../../lib/state/reward-ready.ts';
import { redeemOnNextPage } from '../../lib/state/selected-reward.ts';
import { $person } from '../../lib/state/session/session.ts';
import sheet from '../cards/CodeSheet.module.css';
import { QrCode } from '../cards/QrCode.tsx';
import { Address } from '../ui/Address.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';

/** What 'Scan QR Code' shows (docs/product.md#shell). */
export function ScanQrContent({ code }: { code: Extract<StampCode, { open: true }> }) {
  const { ready } = useValue($readyCard) ?? {};
  const person = useValue($person);
  const isNameless = person !== null && !person.isGuest && ownName(person) === '';
  return (
    <div className={sheet.sheet}>
      <p className={sheet.hint}>{text.scanHint}</p>
      <QrCode
        image={code.image}
        label={text.codeOf(code.name)}
        logo
        onRetry={() => void refreshStampCode()}
      />
      <p className={sheet.title} data-lines="2">
        <Address of={code.name} />
      </p>
      {isNameless && (
        <a className={sheet.link} href={routes.profile.path}>
          {ask}
        </a>
      )}
      <p className={sheet.said} role="status">
        {code.paused && text.codeTexts.paused}
      </p>
      {code.paused && (
        <Button rank="second" wide onClick={resumeStampCode}>
          {text.codeTexts.resume}
        </Button>
      )}
      <ButtonLink rank="second" wide href={`${routes.rewards.path}?ready=1`}>
        {text.redeemReward}
      </ButtonLink>
      {ready && (
        <a
          className={sheet.link}
          href={redeemPath(ready.id)}
          onClick={() => redeemOnNextPage(ready)}
        >
          <span data-lines="2" dir="auto">
            {redeemThe(ready.title)}
          </span>
        </a>
      )}
      <Button rank="plain" wide onClick={closeStampCode}>
        {close}
      </Button>
    </div>
  );
}
