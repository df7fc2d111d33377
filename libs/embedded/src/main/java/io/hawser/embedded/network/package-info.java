/** Network failures that no process can cause. */
@NullMarked
package io.hawser.embedded.network;

import org.jspecify.annotations.NullMarked;
