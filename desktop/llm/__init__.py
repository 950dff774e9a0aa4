"""Language models: the catalogue of model files and the process that runs them."""
