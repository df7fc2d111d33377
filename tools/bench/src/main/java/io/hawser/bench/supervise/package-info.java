/** Many plugins under plugin-registry's supervision: how late they are asked, and what that costs. */
@NullMarked
package io.hawser.bench.supervise;

import org.jspecify.annotations.NullMarked;
