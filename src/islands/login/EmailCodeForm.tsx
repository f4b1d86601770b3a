import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as text from '#text/login.ts';
import { ONE_TIME_CODE_DIGITS } from '../../lib/domain/limits.ts';
import { compactCode, isWholeCode } from '../../lib/domain/sign-in-form.ts';
import { resendCode, type SignIn, sendCode, verifyCode } from '../../lib/state/sign-in.ts';
import { Button } from '../ui/Button.tsx';
import { CaptchaCheck } from './CaptchaCheck.tsx';
import styles from './LoginPanel.module.css';

/**
 * Email, then the code sent to it, which needs no button once it has all of its digits. Nothing typed
 * is ever cleared.
 */
export function EmailCodeForm({ signIn }: { signIn: SignIn }) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const { busy, sentTo, codeResent, error } = signIn;
  // Another address can be tried at any time; a field that is empty still belongs to the first.
  const codeSent = sentTo !== null && ['', sentTo].includes(email.trim());
  const emailField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);

  // The button that was pressed is gone or no longer needed, and the focus goes with it.
  useEffect(() => {
    if (sentTo !== null || codeResent) codeField.current?.focus();
  }, [sentTo, codeResent]);

  // What is in the field was sent to another address, and gets typed over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own code.
  useEffect(() => codeField.current?.select(), [sentTo]);

  /** The address and code last sent automatically: if refused, they are not sent that way again. */
  const tried = useRef('');
  const sentBefore = useRef(sentTo);
  useEffect(() => {
    const attempt = `${code} ${sentTo}`;
    // Nor is a code that was typed before this address got its own.
    if (sentBefore.current !== sentTo) tried.current = attempt;
    sentBefore.current = sentTo;
    const isReady = isWholeCode(code) && email.trim() === sentTo && busy === null;
    if (!isReady || tried.current === attempt) return;
    tried.current = attempt;
    void verifyCode(email, code);
  }, [code, email, sentTo, busy]);

  // A refused code gets typed over; someone who has moved on to the address stays there.
  const wasVerifying = useRef(false);
  useEffect(() => {
    if (wasVerifying.current && error !== null && emailField.current?.matches(':focus') === false) {
      codeField.current?.focus();
      codeField.current?.select();
    }
    wasVerifying.current = busy === 'verify';
  }, [busy, error]);

  const changeCode = (typed: string) => {
    const compact = compactCode(typed);
    setCode(isWholeCode(compact) ? compact : typed);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void (codeSent ? verifyCode(email, code) : sendCode(email));
  };

  // The form's own texts say what is missing, so the browser's bubbles are off.
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label className={styles.field}>
        <span className={styles.label}>{text.email}</span>
        <input
          ref={emailField}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      {codeSent && (
        <label className={styles.field}>
          <span className={styles.label}>{text.oneTimeCode}</span>
          <input
            ref={codeField}
            className={styles.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={text.codePlaceholder(ONE_TIME_CODE_DIGITS)}
            value={code}
            onChange={(event) => changeCode(event.target.value)}
          />
        </label>
      )}
      {import.meta.env.CAPTCHA && <CaptchaCheck />}
      {codeSent ? (
        <>
          <Button type="submit" wide aria-disabled={busy !== null}>
            {text.verifyCode}
          </Button>
          <Button
            rank="second"
            wide
            aria-disabled={busy !== null}
            disabled={codeResent}
            onClick={() => void resendCode(email)}
          >
            {codeResent ? text.codeResent : text.resendCode}
          </Button>
        </>
      ) : (
        <Button type="submit" wide aria-disabled={busy !== null}>
          {text.sendCode}
        </Button>
      )}
    </form>
  );
}
