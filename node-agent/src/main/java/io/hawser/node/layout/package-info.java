/** Where things are below an agent's root. */
@NullMarked
package io.hawser.node.layout;

import org.jspecify.annotations.NullMarked;
