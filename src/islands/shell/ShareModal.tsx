import { useEffect } from 'react';
import { close } from '#text/common.ts';
import * as text from '#text/share.ts';
import { shareStampcard } from '#text/shell.ts';
import { $shareQr, keepCodeLit, renderShareQr, shareSite } from '../../lib/state/share.ts';
import { $sharePrompt, closeSharePrompt } from '../../lib/state/share-prompt.ts';
import sheet from '../cards/CodeSheet.module.css';
import { QrCode } from '../cards/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useSaid } from '../ui/use-said.ts';
import { useValue } from '../use-value.ts';
import { ShowMyCode } from './ShowMyCode.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Before this many seconds have passed it can't be closed. */
  secondsLeft?: number;
  /** It opened by itself, maybe between the customer and the till. */
  offersCode?: boolean;
}

/** 'Share Stampcard': from the header at any time, on /home once a day by itself. */
export function ShareModal({ open, secondsLeft = 0, ...rest }: Props) {
  return (
    <Modal open={open} onClose={rest.onClose} title={shareStampcard} closable={secondsLeft === 0}>
      <Content secondsLeft={secondsLeft} {...rest} />
    </Modal>
  );
}

/** The countdown begins when the prompt is first read, so not before there is a sheet. */
export function SharePromptSheet() {
  const { open, secondsLeft } = useValue($sharePrompt);
  return <ShareModal open={open} onClose={closeSharePrompt} secondsLeft={secondsLeft} offersCode />;
}

function Content({
  onClose,
  secondsLeft,
  offersCode,
}: Omit<Props, 'open'> & { secondsLeft: number }) {
  const image = useValue($shareQr);
  const [said, say] = useSaid();
  useEffect(() => void renderShareQr(), []);
  useEffect(keepCodeLit, []);
  return (
    <div className={sheet.sheet}>
      <QrCode image={image} label={text.codeLabel} logo onRetry={() => void renderShareQr()} />
      <p className={sheet.title}>{text.tagline}</p>
      {/* Above its button: what is below may be behind the last one in a low window. */}
      <p className={sheet.said} role="status">
        {said}
      </p>
      <Button rank="second" wide onClick={() => say(shareSite())}>
        {text.shareTheLink}
      </Button>
      {offersCode && <ShowMyCode />}
      <Button rank="plain" wide disabled={secondsLeft > 0} onClick={onClose}>
        {secondsLeft > 0 ? text.closeIn(secondsLeft) : close}
      </Button>
    </div>
  );
}
