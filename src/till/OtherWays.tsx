import { type SubmitEvent, useState } from 'react';
import * as text from '#text/till.ts';
import { Button } from '../islands/ui/Button.tsx';
import { decodePicture, NoDecoder } from './decode.ts';
import menu from './Menu.module.css';
import { scanned, unreadable } from './serving.ts';
import styles from './till.module.css';

/** A picture, or what another scanner has read. */
export function OtherWays() {
  const [content, setContent] = useState('');
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    scanned(content);
  };
  return (
    <>
      <label htmlFor="picture">{text.pictureLabel}</label>
      <input
        accept="image/*"
        id="picture"
        onChange={async ({ target }) => {
          const [picture] = target.files ?? [];
          if (!picture) return;
          const found = await decodePicture(picture).catch((thrown) =>
            thrown instanceof NoDecoder ? thrown : null,
          );
          // The same picture may be chosen again.
          target.value = '';
          if (found instanceof NoDecoder) unreadable(text.noDecoder);
          else scanned(found);
        }}
        type="file"
      />
      <form className={styles.form} onSubmit={onSubmit}>
        <label htmlFor="content">{text.contentLabel}</label>
        <div className={styles.row}>
          <textarea
            className={menu.content}
            id="content"
            onChange={({ target }) => setContent(target.value)}
            rows={1}
            spellCheck={false}
            value={content}
          />
          <Button rank="second" type="submit">
            {text.readContent}
          </Button>
        </div>
      </form>
    </>
  );
}
