/**
 * Starts an island: React takes over its HTML, or the snapshot that replaces parts of it
 * (docs/decisions/snapshots.md). Used instead of the renderer's own client, which does not know snapshots.
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
          // A snapshot that no longer matches what there is to show is rendered again, without a report.
          ...(isSnapshot ? { onRecoverableError: () => undefined } : {}),
        },
      );
    });
  };
}
