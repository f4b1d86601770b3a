import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { close } from '#text/common.ts';
import { isSecondTap } from '../../lib/platform/second-tap.ts';
import { onSwipeDown } from '../../lib/platform/swipe-down.ts';
import { type BackHandle, closeOnBack } from '../../lib/platform/way-back.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import styles from './Modal.module.css';
import { registerModal } from './open-modals.ts';
import { showModal } from './show-modal.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** false: Escape, a tap outside it and the back gesture do nothing. */
  closable?: boolean;
  /** A sheet rises from the bottom of the column; a photo fills the screen, its title only read out. */
  kind?: 'sheet' | 'photo';
  /** The id of what is read out with the title. */
  describedBy?: string | undefined;
  children?: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus, gives it back, and makes the page behind
 * inert. It is in the document only while it is open.
 */
export function Modal({ open, ...rest }: Props) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({
  onClose,
  title,
  closable = true,
  kind = 'sheet',
  describedBy,
  children,
}: Omit<Props, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const pointerDown = useRef<{ target: EventTarget; kind: string }>(null);
  const openedAt = useRef(0);
  const isShown = useRef(false);
  const wasClicked = useRef(false);
  const backHandle = useRef<BackHandle>(null);
  const titleId = useId();

  const leave = useEffectEvent(() => onClose());

  useLayoutEffect(() => {
    // Before it leaves the document: only then does the browser give the focus back.
    const closeAgain = dialog.current && showModal(dialog.current);
    openedAt.current = performance.now();
    isShown.current = true;
    const unregister = registerModal(leave);
    return () => {
      isShown.current = false;
      closeAgain?.();
      unregister();
    };
  }, []);

  useLayoutEffect(() => {
    // The browser would go to the first control, however far down, and ring it. With another title
    // the modal shows something else, and what had the focus may be gone.
    if (title) panel.current?.focus({ preventScroll: true });
    dialog.current?.scrollTo(0, 0);
  }, [title]);

  // Like Escape: anything enlarged in the sheet closes first.
  const requestClose = useEffectEvent(() => {
    dialog.current?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });

  useEffect(() => {
    backHandle.current = closeOnBack(requestClose);
    return () => backHandle.current?.remove();
  }, []);

  useEffect(() => backHandle.current?.setClosable(closable), [closable]);

  const isSwipable = useEffectEvent(() => {
    const hasLarge = dialog.current?.querySelector('[data-large="true"]') != null;
    return closable && !hasLarge;
  });

  useEffect(
    () => (dialog.current ? onSwipeDown(dialog.current, isSwipable, requestClose) : undefined),
    [],
  );

  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (closable) onClose();
  };

  // Browsers let a second Escape close a dialog that refused the first, without asking again.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !closable) event.preventDefault();
  };

  const onNativeClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    // It was closed with its screen, which may be kept out of sight: open there, it would block the next.
    if (event.target !== event.currentTarget || !isShown.current) return;
    if (closable) onClose();
    else if (!event.currentTarget.open) event.currentTarget.showModal();
  };

  const onPointerDown = (event: PointerEvent) => {
    pointerDown.current = { target: event.target, kind: event.pointerType };
  };

  // The second tap of the double tap that opened it would close it again, or lead elsewhere.
  const onClickCapture = (event: MouseEvent) => {
    const pointer = pointerDown.current?.kind ?? null;
    if (!wasClicked.current && isSecondTap(event.nativeEvent, openedAt.current, pointer)) {
      event.preventDefault();
      event.stopPropagation();
    } else wasClicked.current = true;
  };

  // A press that started inside (selecting text) and ended outside is not meant to close it.
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    const isBackdrop = event.target === event.currentTarget;
    const start = pointerDown.current?.target ?? null;
    const startedOnBackdrop = start === null || start === event.currentTarget;
    pointerDown.current = null;
    if (isBackdrop && startedOnBackdrop && closable) onClose();
  };

  return (
    <dialog
      aria-describedby={describedBy}
      aria-labelledby={titleId}
      // The browser says this itself a moment later.
      aria-modal
      className={styles.modal}
      closedby={closable ? 'closerequest' : 'none'}
      data-kind={kind}
      onCancel={onCancel}
      onClick={onClick}
      onClickCapture={onClickCapture}
      onClose={onNativeClose}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      ref={dialog}
    >
      <div className={styles.panel} ref={panel} tabIndex={-1}>
        <h2
          className={classes(styles.title, kind === 'photo' ? 'visually-hidden' : '')}
          id={titleId}
        >
          {title}
        </h2>
        {children}
        {kind === 'photo' && closable && (
          <button aria-label={close} className={styles.close} onClick={onClose} type="button">
            <Icon name="close" />
          </button>
        )}
      </div>
    </dialog>
  );
}
