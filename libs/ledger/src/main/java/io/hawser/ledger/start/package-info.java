/** What must exist before a service serves; it waits for that until it is asked to end. */
package io.hawser.ledger.start;
