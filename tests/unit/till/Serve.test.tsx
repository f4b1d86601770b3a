import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useValue } from '../../../src/islands/use-value.ts';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import * as backend from '../../../src/till/backend.ts';
import { Serve } from '../../../src/till/Serve.tsx';
import { $serving, nextCustomer, scanned } from '../../../src/till/serving.ts';
import { ana } from '../../people.ts';

vi.mock('../../../src/till/backend.ts', async (importActual) => ({
  ...(await importActual<typeof backend>()),
  giveStamps: vi.fn(),
}));

const store = { id: 1, name: 'Kape Tayo', isSuspended: false };
const lost = new backend.Refusal(null, 0);
const noToken = new backend.Refusal(
  { code: 'PGRST303', message: 'JWT expired', details: 'The token is too old.' },
  401,
);
const refused = new backend.Refusal(
  { code: 'PT409', message: 'Another invoice.', details: 'duplicate_invoice' },
  409,
);

function Till() {
  const serving = useValue($serving);
  return serving.step === 'scanning' ? null : <Serve serving={serving} store={store} />;
}

beforeEach(() => {
  vi.mocked(backend.giveStamps).mockReset();
  nextCustomer();
  const { id, email, name } = ana;
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  scanned(customerQrText(person, Date.parse('2025-11-22T04:00:00Z')));
  render(<Till />);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const answered = (thrown: Error) => vi.mocked(backend.giveStamps).mockRejectedValueOnce(thrown);
const fields = () =>
  ['Number of stamps', /^Invoice number/].map((name) => screen.getByLabelText(name));
const areFixed = () => fields().map((field) => (field as HTMLInputElement).readOnly);
const said = (words: string) => waitFor(() => screen.getByText(words, { exact: false }));

test('what was asked without an answer is asked again as it was', {
  tags: ['till-asks-again'],
}, async () => {
  answered(lost);
  press('Give 1 stamp');
  expect(areFixed()).toEqual([true, true]);
  await said('No answer came.');
  press('One more');
  expect(areFixed()).toEqual([true, true]);
  answered(noToken);
  press('Try again');
  await said('This did not work.');
  expect(areFixed()).toEqual([true, true]);
  answered(refused);
  press('Try again');
  await said('Another invoice.');
  const asked = vi.mocked(backend.giveStamps).mock.calls;
  expect(asked).toHaveLength(3);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[2]).toEqual(asked[0]);
  // Known now not to have been done.
  expect(areFixed()).toEqual([false, false]);
});

test('what was asked is not said to be cancelled', { tags: ['till-asks-again'] }, () => {
  const names = () => screen.getAllByRole('button').map((button) => button.textContent);
  expect(names()).toContain('Cancel');
  vi.mocked(backend.giveStamps).mockReturnValue(new Promise(() => undefined));
  press('Give 1 stamp');
  expect(names()).not.toContain('Cancel');
  press('Next customer');
  expect($serving.get().step).toBe('scanning');
});

test('what was done is said by a live region that was there before', {
  tags: ['store-counter-stand-in'],
}, async () => {
  const [region] = screen.getAllByRole('status');
  expect(region?.textContent).toBe('');
  const given = { count: 1, held: 3, store: store.name };
  vi.mocked(backend.giveStamps).mockResolvedValueOnce(given);
  press('Give 1 stamp');
  await said('1 stamp given');
  expect(region?.isConnected).toBe(true);
  expect(screen.getAllByRole('status')).toEqual([region]);
  expect(region?.textContent).toContain(`1 stamp given to ${ana.name}, who now holds 3 stamps`);
});
