/** Whether a specification, a task's record or a key makes sense; each fault names its field. */
package io.hawser.volume.spec;
