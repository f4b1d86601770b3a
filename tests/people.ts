/** The cast of all tests: the same people one can be in the demo. */
export {
  ana,
  ben,
  cy,
  type DemoPerson,
  dina,
  mario,
  tess,
} from '../local-backend/people.ts';
