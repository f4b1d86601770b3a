/**
 * What does not compile: each line below would ask the database for something that it does not have.
 * Only the compiler runs it (`npm run check:types`), and fails if an expected error does not occur.
 */
import type { Backend } from '../../../src/lib/data/tables.ts';

declare const backend: Backend;

const rewards = backend.from('rewards').select('*');

// @ts-expect-error a table
void backend.from('reward');
// @ts-expect-error a selected column
void backend.from('rewards').select('id, tilte');
// @ts-expect-error a selected relation
void backend.from('rewards').select('*, shops(id)');
// @ts-expect-error a column of a selected relation
void backend.from('rewards').select('*, stores(id, suspendid)');
// @ts-expect-error a table that is not related
void backend.from('rewards').select('*, events(id)');
// @ts-expect-error a wrong column next to a right one
void backend.from('stamps').select('id, store_id, stampcount');

// @ts-expect-error filters
void rewards.eq('store', '1');
// @ts-expect-error
void rewards.in('ids', ['1']);
// @ts-expect-error
void rewards.or('and(or(date_stat.is.null,date_stat.lte.1),or(date_end.is.null,date_end.gte.2))');
// @ts-expect-error
void rewards.order('date_stat', { ascending: true });

const row = { title: 'Tea' };
// @ts-expect-error a written column
void backend.from('rewards').insert({ ...row, stampsNeeded: 8 });
// @ts-expect-error a written column of the wrong type
void backend.from('rewards').insert({ ...row, stamps_needed: '8' });
// @ts-expect-error a column the database fills in itself
void backend.from('rewards').insert({ ...row, id: 1 });
// @ts-expect-error a row without what it needs
void backend.from('rewards').insert({ stamps_needed: 8 });
// @ts-expect-error a changed column
void backend.from('rewards').update({ ...row, subtitle: 'Green' });
// @ts-expect-error what a change is narrowed by
void backend.from('rewards').update(row).eq('reward_id', '1');

const opening = { opening_id: 'a', reward_id: '7', stamp_ids: ['1'], stamps_needed: 8 };
void backend.rpc('open_redemption', opening);
// @ts-expect-error a function
void backend.rpc('stamp_held', { store_ids: ['1'] });
// @ts-expect-error an argument of a function
void backend.rpc('stamps_held', { stores: ['1'] });
// @ts-expect-error an argument that is missing
void backend.rpc('open_redemption', { opening_id: 'a', reward_id: '7', stamp_ids: ['1'] });
// @ts-expect-error an argument of the wrong type
void backend.rpc('open_redemption', { ...opening, stamp_ids: '1' });
