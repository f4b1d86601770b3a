import { useEffect, useRef } from 'react';
import { captchaTexts } from '#text/login.ts';
import { $captchaShown, setCaptchaPlace } from '../../lib/state/session/captcha.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/** The place for the check that it is a person who asks for a code; empty until one is requested. */
export function CaptchaCheck() {
  const isShown = useValue($captchaShown);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    setCaptchaPlace(place.current);
    return () => setCaptchaPlace(null);
  }, []);
  return (
    <div>
      <div className="live" role="status">
        {isShown && (
          <Banner quiet tone="info">
            {captchaTexts.shown}
          </Banner>
        )}
      </div>
      <section ref={place} aria-label={captchaTexts.place} hidden={!isShown} />
    </div>
  );
}
