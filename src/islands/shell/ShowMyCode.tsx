import { dataErrors } from '#text/messages.ts';
import { showMyCode } from '#text/shell.ts';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import { codeSheets, showCode } from './code-sheets.ts';

/** Opens the customer's code above the sheet it is in. */
export function ShowMyCode() {
  const { status } = useValue(codeSheets.$state);
  return (
    <>
      <Button wide onClick={showCode}>
        {showMyCode}
      </Button>
      {status === 'failed' && <p role="alert">{dataErrors.generateQr}</p>}
    </>
  );
}
