"""Every sentence that is said without a model, one module for each occasion: before and after a change, opening and closing a call."""
