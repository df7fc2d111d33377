/** What lies where in one data folder. */
@NullMarked
package io.hawser.local.layout;

import org.jspecify.annotations.NullMarked;
