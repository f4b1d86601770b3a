/** Starts the till. */
import { createRoot } from 'react-dom/client';
import '../styles/index.css';
import { Boundary } from './Boundary.tsx';
import { followSession } from './session.ts';
import { Till } from './Till.tsx';

followSession();
const root = document.getElementById('till');
if (root === null) throw new Error('The page has no place for the till.');
createRoot(root).render(
  <Boundary>
    <Till />
  </Boundary>,
);
