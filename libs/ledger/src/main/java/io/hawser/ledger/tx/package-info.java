/** What a SQLSTATE means, and values of columns that a later version or a person wrote. */
@NullMarked
package io.hawser.ledger.tx;

import org.jspecify.annotations.NullMarked;
