import { type SubmitEvent, useRef, useState } from 'react';
import * as login from '#text/login.ts';
import * as text from '#text/till.ts';
import { CaptchaCheck } from '../islands/login/CaptchaCheck.tsx';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { checkCode, checkEmail, compactCode } from '../lib/domain/sign-in-form.ts';
import { sendCode, verifyCode } from './session.ts';
import styles from './till.module.css';

/** For what replaces a button that had the focus: the title of a screen, the field of a code. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

/**
 * By a one-time code, the only way in for a store's people.
 *
 * @param isEnded the session ended while somebody was at work, maybe with a customer
 */
export function SignIn({ isEnded }: { isEnded: boolean }) {
  const emailField = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(isEnded ? text.sessionEnded : null);

  const run = async (act: () => Promise<string | null>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    // The sentence of a check that was not passed.
    const said = await act().catch((thrown: Error) => thrown.message);
    setBusy(false);
    setProblem(said);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const missing = isSent ? checkCode(code) : checkEmail(email, 'send');
    // Cleared in between, so that the same words are announced again.
    if (missing !== null) void run(async () => missing);
    else if (isSent) void run(() => verifyCode(email, compactCode(code)));
    else
      void run(async () => {
        const sent = await sendCode(email);
        setSent(sent.isSent);
        return sent.problem;
      });
  };

  return (
    <main className={styles.narrow}>
      <h1 ref={takeFocus} tabIndex={-1}>
        {text.title}
      </h1>
      <p>{text.signInLead}</p>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <label htmlFor="email">{login.email}</label>
        <input
          autoComplete="email"
          id="email"
          inputMode="email"
          onChange={({ target }) => setEmail(target.value)}
          // Also while it is being sent: the code goes to the address in the field.
          readOnly={isSent || isBusy}
          ref={emailField}
          type="email"
          value={email}
        />
        {isSent && (
          <>
            <label htmlFor="code">{login.oneTimeCode}</label>
            <input
              autoComplete="one-time-code"
              id="code"
              inputMode="numeric"
              onChange={({ target }) => setCode(target.value)}
              ref={takeFocus}
              value={code}
            />
          </>
        )}
        <div role="status">{isSent && problem === null && <p>{login.codeSent}</p>}</div>
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {import.meta.env.CAPTCHA && <CaptchaCheck />}
        <Button aria-disabled={isBusy} type="submit" wide>
          {isSent ? login.verifyCode : login.sendCode}
        </Button>
        {isSent && (
          <Button
            onClick={() => {
              // The button is about to go, and the focus with it.
              emailField.current?.focus();
              setSent(false);
              setCode('');
              setProblem(null);
            }}
            rank="plain"
            wide
          >
            {text.otherAddress}
          </Button>
        )}
      </form>
    </main>
  );
}
