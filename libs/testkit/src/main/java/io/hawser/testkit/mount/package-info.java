/** File systems that do not answer. */
@NullMarked
package io.hawser.testkit.mount;

import org.jspecify.annotations.NullMarked;
