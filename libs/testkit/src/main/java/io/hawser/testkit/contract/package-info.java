@NullMarked
package io.hawser.testkit.contract;

import org.jspecify.annotations.NullMarked;
