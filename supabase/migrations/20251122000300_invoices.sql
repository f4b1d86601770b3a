-- An invoice counts once, however its number is spelt.

create function private.invoice_key(number text) returns text
language sql immutable strict set search_path = ''
as $$
  select lower(
    regexp_replace(
      regexp_replace(
        -- Full-width letters, ligatures, the many spaces: one form of each.
        normalize(number, NFKC),
        -- Dashes and minus signs.
        '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0]',
        '-', 'g'
      ),
      -- White space, control characters, and what has no width: joiners, marks of direction, fillers,
      -- variation selectors, tags.
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    )
    collate "pg_c_utf8"
  )
$$;
comment on function private.invoice_key(text) is
  'What two spellings of one invoice number have in common: compatibility forms, case, dashes, spaces and invisible characters make no difference.';
revoke execute on function private.invoice_key(text) from public, anon, authenticated;
-- An index asks as whoever writes the row.
grant execute on function private.invoice_key(text) to service_role;

alter table public.stamps add column repeats_invoice boolean not null default false;
comment on column public.stamps.repeats_invoice is
  'Given for an invoice that had counted before, spelt differently, when such spellings were not yet compared.';

-- No stamp is taken back: of each number the first record counts, the others are marked.
update public.stamps s set repeats_invoice = true
  where s.invoice_or_number is not null and s.split_from is null
    and (
      private.invoice_key(s.invoice_or_number) = ''
      or exists (
        select from public.stamps earlier
          where earlier.store_id = s.store_id and earlier.split_from is null and earlier.id < s.id
            and private.invoice_key(earlier.invoice_or_number) = private.invoice_key(s.invoice_or_number)
      )
    );

create unique index stamps_invoice_key_counts_once
  on public.stamps (store_id, private.invoice_key(invoice_or_number))
  where invoice_or_number is not null and split_from is null and not repeats_invoice;
drop index public.stamps_invoice_counts_once;

-- The stamps of a deleted account are gone, but not the invoices they were given for.
create index till_log_invoices on private.till_log (store_id, private.invoice_key(invoice))
  where outcome = 'done' and invoice is not null;
