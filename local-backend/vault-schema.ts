/** What the product needs of the Vault's schema. Nothing is encrypted here: the file it stands in is the owner's alone. */
export const VAULT_SCHEMA = `
create schema if not exists vault;
create table if not exists vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  secret text not null
);
create or replace view vault.decrypted_secrets as
  select id, name, secret as decrypted_secret from vault.secrets;
create or replace function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
returns uuid language sql set search_path = ''
as $$ insert into vault.secrets (secret, name) values (new_secret, new_name) returning id $$;
create or replace function vault.update_secret(secret_id uuid, new_secret text default null)
returns void language sql set search_path = ''
as $$ update vault.secrets set secret = new_secret where id = secret_id $$;
revoke execute on all functions in schema vault from public;
`;
