/** What must be there before a service serves, and how long it waits for it: for as long as it is not asked to end. */
package io.hawser.ledger.start;
