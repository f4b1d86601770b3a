import { authRefusal } from '../auth-refusal.ts';
import { fieldsOf } from '../with-body.ts';

/**
 * Shim: what people may change of their accounts. The hosted service refuses a change that has
 * `app_metadata` in it, which is the operator's; lite makes the rest of it.
 */
export async function refuseOperatorsFields(
  request: Request,
  forward: (request: Request) => Promise<Response>,
): Promise<Response> {
  const fields = request.method === 'PUT' ? await fieldsOf(request) : {};
  if ((fields.app_metadata ?? null) === null) return forward(request);
  const { url, headers } = request;
  // Whoever is nobody is told that first.
  const account = await forward(new Request(url, { headers }));
  const message = 'Updating app_metadata requires admin privileges';
  return account.ok ? authRefusal(request, 403, 'not_admin', message) : account;
}
