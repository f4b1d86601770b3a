import { Activity, PureComponent } from 'react';
import { routes } from '../../lib/routes.ts';
import type { ScreenName } from '../../lib/screens.ts';
import { forgetSavedAnswers } from '../../lib/state/session/session.ts';
import { Ahead } from '../ui/ahead.ts';
import { useValue } from '../use-value.ts';
import { SessionGuard } from './SessionGuard.tsx';
import { $visits, allOf, headingClass, type Screen, type Visit } from './shown-screens.ts';

/**
 * A screen that is shown again renders only the values that have changed. One that fails is empty, and the
 * others stay as they were (scripts/change-screens.ts, hasFailed).
 */
class Kept extends PureComponent<Pick<Visit, 'Content' | 'tell'>> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override componentDidCatch(error: unknown): void {
    // It may have failed on a saved answer, and would fail again the next time.
    forgetSavedAnswers();
    reportError(error);
  }

  override render() {
    const { Content, tell } = this.props;
    return (
      <kept-screen>
        <Ahead value={tell}>{!this.state.hasFailed && <Content />}</Ahead>
      </kept-screen>
    );
  }
}

interface Props {
  /** The one that the document was loaded with. */
  first: ScreenName;
  screen: Screen;
}

/**
 * The screen that the address names, and behind it the ones that were left, unchanged: while hidden, they
 * do nothing and request nothing (docs/decisions/navigation.md).
 */
export function Screens({ first, screen }: Props) {
  const known = useValue($visits);
  const visits = known ?? { shown: { ...screen, name: first, key: '' }, hidden: [], said: null };
  const { shown } = visits;
  return (
    <>
      {shown.heading !== 'own' && <h1 className={headingClass(shown)}>{shown.title}</h1>}
      <SessionGuard signedOut={routes[first].signedOut} />
      {allOf(visits).map((visit) => (
        <Activity key={visit.name + visit.key} mode={visit === shown ? 'visible' : 'hidden'}>
          <Kept Content={visit.Content} tell={visit.tell} />
        </Activity>
      ))}
      {known && (
        <p className="visually-hidden" role="status">
          {known.said}
        </p>
      )}
    </>
  );
}
