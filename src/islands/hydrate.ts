/**
 * Starts an island: React takes over its HTML, or the snapshot that stands in the place of parts of it
 * (docs/decisions/snapshots.md). In place of the renderer's own client, which knows no snapshots.
 */
import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { FromSnapshot } from './use-value.ts';

type Props = Record<string, unknown>;

export default function hydrate(island: HTMLElement) {
  return (Component: ComponentType<Props>, props: Props): void => {
    if (!island.hasAttribute('ssr')) return;
    const isSnapshot = island.querySelector('[data-snapshot]') !== null;
    const content = createElement(Component, props);
    startTransition(() => {
      hydrateRoot(
        island,
        isSnapshot ? createElement(FromSnapshot, { value: true }, content) : content,
        {
          identifierPrefix: island.getAttribute('prefix') ?? '',
          // A snapshot that is not what there is to show any more is rendered again, without a report.
          ...(isSnapshot ? { onRecoverableError: () => undefined } : {}),
        },
      );
    });
  };
}
