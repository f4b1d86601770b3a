/**
 * What can be asked of the tables and functions, in the words of the database's own types: a table,
 * a column, a function or an argument that does not exist does not compile. The client's own types are
 * not enough, as `order`, `gte`, `in` and others take any text. They also know which rows come back, which
 * this project does not rely on: a foreign backend may send anything (rows.ts).
 */
import type { UnstableGetResult } from '@supabase/postgrest-js';
import type { Database } from './database.types.ts';
import type { TableReply } from './request.ts';

type Public = Database['public'];
type Tables = Public['Tables'];
type TableName = keyof Tables;
type ColumnOf<Name extends TableName> = keyof Tables[Name]['Row'] & string;

type Faults<Result> = Extract<Result | Result[keyof Result], { error: true }>;

/** What is wrong with the text of a `select`, in the words of the client's own reader of it. */
type SelectFaults<Name extends TableName, Text extends string> = Faults<
  UnstableGetResult<
    Public,
    Tables[Name]['Row'],
    Name,
    Tables[Name]['Relationships'],
    Text,
    { PostgrestVersion: '12' }
  >
>;

/** Only columns that the table has may be written. */
type OnlyColumns<Row, Allowed> = Row & { [Key in Exclude<keyof Row, keyof Allowed>]: never };

/** A column that is empty or within a bound. */
type EmptyOrBound<Column extends string> = Column extends string
  ? `or(${Column}.is.null,${Column}.${'lte' | 'gte'}.${string})`
  : never;

declare const columns: unique symbol;

/** The rows after another one, by columns of a table (keyset.ts). */
export type RowsAfter<Column extends string> = string & { readonly [columns]: Column };

/** Ids are opaque (entities.ts), so values are texts, whatever the column holds. */
export interface Query<Name extends TableName> extends PromiseLike<TableReply> {
  eq(column: ColumnOf<Name>, value: string): this;
  gt(column: ColumnOf<Name>, value: string): this;
  gte(column: ColumnOf<Name>, value: string): this;
  ilike(column: ColumnOf<Name>, pattern: string): this;
  in(column: ColumnOf<Name>, values: readonly string[]): this;
  lt(column: ColumnOf<Name>, value: string): this;
  lte(column: ColumnOf<Name>, value: string): this;
  not(column: ColumnOf<Name>, operator: 'is', value: boolean | null): this;
  is(column: ColumnOf<Name>, value: null): this;
  notIn(column: ColumnOf<Name>, values: readonly string[]): this;
  or(both: `and(${EmptyOrBound<ColumnOf<Name>>},${EmptyOrBound<ColumnOf<Name>>})`): this;
  or(
    both: `and(${EmptyOrBound<ColumnOf<Name>>},${EmptyOrBound<ColumnOf<Name>>},or(${RowsAfter<ColumnOf<Name>>}))`,
  ): this;
  or(after: RowsAfter<ColumnOf<Name>>): this;
  order(column: ColumnOf<Name>, options?: { ascending: boolean }): this;
  limit(count: number): this;
  range(from: number, to: number): this;
  abortSignal(signal: AbortSignal): this;
}

/** A write, which answers with the rows it wrote if it is asked for them. */
interface Write<Name extends TableName> extends PromiseLike<TableReply> {
  eq(column: ColumnOf<Name>, value: string): this;
  select(): Query<Name>;
}

interface Table<Name extends TableName> {
  select<const Text extends string = '*'>(
    columns?: [SelectFaults<Name, Text>] extends [never] ? Text : SelectFaults<Name, Text>,
    options?: { count: 'exact' },
  ): Query<Name>;
  insert<Row extends Tables[Name]['Insert']>(
    row: OnlyColumns<Row, Tables[Name]['Insert']>,
  ): Write<Name>;
  update<Row extends Tables[Name]['Update']>(
    row: OnlyColumns<Row, Tables[Name]['Update']>,
  ): Write<Name>;
  delete(): Write<Name>;
}

type Functions = Public['Functions'];

export type FunctionName = keyof Functions;

/** A function that takes a number also takes it as text: ids are opaque. */
type Argument<Value> = Value extends readonly (infer Item)[]
  ? readonly Argument<Item>[]
  : Value extends number
    ? number | string
    : Value;

type Arguments<Name extends FunctionName> = {
  [Key in keyof Functions[Name]['Args']]: Argument<Functions[Name]['Args'][Key]>;
};

interface Call extends PromiseLike<TableReply> {
  abortSignal(signal: AbortSignal): this;
}

export interface Backend {
  from<Name extends TableName>(table: Name): Table<Name>;
  /** @param options `get` for a function that only reads: it is asked for as a table is */
  rpc<Name extends FunctionName>(name: Name, args: Arguments<Name>, options?: { get: true }): Call;
}
