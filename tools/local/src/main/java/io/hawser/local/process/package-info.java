/** The processes of one data folder: started, supervised, found again and stopped. */
@NullMarked
package io.hawser.local.process;

import org.jspecify.annotations.NullMarked;
