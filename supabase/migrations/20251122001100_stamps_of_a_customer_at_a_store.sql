-- A till asks for one customer's stamps at one store. By the store alone it read all that the store ever
-- gave.

create index if not exists stamps_of_customer_at_store on public.stamps (store_id, user_id);
drop index public.stamps_of_store;
