/** For how long tests await a condition. */
@NullMarked
package io.hawser.testkit.await;

import org.jspecify.annotations.NullMarked;
