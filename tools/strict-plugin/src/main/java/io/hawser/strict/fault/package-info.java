/** The plugin's faults: their kinds, scripts of them, and their text form. */
@NullMarked
package io.hawser.strict.fault;

import org.jspecify.annotations.NullMarked;
