/** What the settings of a database mean for what a service has confirmed. */
@NullMarked
package io.hawser.ledger.operator;

import org.jspecify.annotations.NullMarked;
