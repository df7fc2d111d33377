/** The folder that all instances share: records, locks and data. */
@NullMarked
package io.hawser.hostpath.store;

import org.jspecify.annotations.NullMarked;
