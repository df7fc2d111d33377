/** Settings of the service, and the beans made from them. */
@NullMarked
package io.hawser.volume.wiring;

import org.jspecify.annotations.NullMarked;
