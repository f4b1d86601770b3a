import type { ReminderKind } from '../../../src/lib/domain/reminders.ts';

/** What public.push_settings() answers. */
export interface Settings {
  public_key: string;
  private_key: string;
  /** Known only to those who may call the function. */
  call_secret: string;
  function_url: string;
  /** The customers' site, which a tap leads to. */
  site: string;
  /** How many messages one call should send. */
  of_one_call: number;
}

/** A row of public.take_reminders(). */
export interface Taken {
  id: number;
  kind: ReminderKind;
  endpoint: string;
  public_key: string;
  auth_secret: string;
  /** Until 9 PM: after that it must not be shown. */
  seconds_left: number;
  /** How many rewards can be redeemed. */
  ready: number;
  reward_id: number | null;
  reward_title: string | null;
  store_id: number | null;
  store_name: string | null;
  event_id: number | null;
  event_name: string | null;
}

/** What became of a message, as public.report_reminders() takes it. */
export interface Result {
  id: number;
  outcome: 'sent' | 'gone' | 'later' | 'never';
  /** The push service's answer; 0 for none. */
  status: number;
  retry_after?: number;
}
