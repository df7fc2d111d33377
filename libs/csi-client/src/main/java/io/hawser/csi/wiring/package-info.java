/** Plugins on other machines, as Quarkus configures them. */
@NullMarked
package io.hawser.csi.wiring;

import org.jspecify.annotations.NullMarked;
