/** The layers that every service has, as rules over packages. */
@NullMarked
package io.hawser.testkit.layering;

import org.jspecify.annotations.NullMarked;
