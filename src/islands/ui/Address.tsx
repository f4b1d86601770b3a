import { Fragment } from 'react';

/** An address, or a name: an address is broken before its @ and its dots rather than anywhere else. */
export function Address({ of }: { of: string }) {
  return (
    <bdi>
      {of.split(/(?=[@.]\S)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the address.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
