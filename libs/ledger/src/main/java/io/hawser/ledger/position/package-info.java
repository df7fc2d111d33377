/** How far a service has read, in the database and in this process. */
@NullMarked
package io.hawser.ledger.position;

import org.jspecify.annotations.NullMarked;
