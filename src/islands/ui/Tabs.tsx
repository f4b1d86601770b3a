import { type KeyboardEvent, useRef } from 'react';
import styles from './Tabs.module.css';

interface Props<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string }[];
  selected: T;
  onSelect: (id: T) => void;
  /** The caller's panel: role=tabpanel, this id, labelled by `${panelId}-${id}-tab`. */
  panelId: string;
}

const nextTab: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A segmented control. Arrow keys move and select, so that Tab goes on to the panel. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, panelId }: Props<T>) {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = nextTab[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const index = move(
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    );
    const next = tabs[index];
    if (next === undefined) return;
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };

  return (
    <div aria-label={label} className={styles.trough} ref={list} role="tablist">
      {tabs.map((tab) => (
        <button
          aria-controls={panelId}
          aria-selected={tab.id === selected}
          className={styles.tab}
          id={`${panelId}-${tab.id}-tab`}
          key={tab.id}
          onClick={() => onSelect(tab.id)}
          onKeyDown={onKeyDown}
          role="tab"
          tabIndex={tab.id === selected ? 0 : -1}
          type="button"
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
